package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NioLocalFileSystemTest {
  @TempDir java.nio.file.Path folder;

  private FileSystem fs;

  @BeforeEach
  void open() throws IOException {
    Configuration conf = new Configuration();
    conf.set("fs.file.impl", NioLocalFileSystem.class.getName());
    fs = FileSystem.newInstance(folder.toUri(), conf);
    assertThat(fs).isInstanceOf(NioLocalFileSystem.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxr-xr-x", "rw-------", "rw-r--r--", "r-x-wx--x", "---------"})
  void aFileGetsThePermissionsThatAreAsked(String asked) throws IOException {
    java.nio.file.Path file = Files.writeString(folder.resolve("a"), "text");
    fs.setPermission(new Path(file.toUri()), FsPermission.valueOf("-" + asked));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo(asked);
  }

  @Test
  void foldersAndFilesGetWhatHadoopWouldGiveThem() throws IOException {
    try (FileSystem hadoops = FileSystem.newInstance(folder.toUri(), new Configuration())) {
      for (FileSystem one : new FileSystem[] {hadoops, fs}) {
        Path path = new Path(folder.resolve(one.getClass().getSimpleName()).toUri());
        one.mkdirs(path);
        one.create(new Path(path, "file")).close();
      }
    }
    java.nio.file.Path ours = folder.resolve("NioLocalFileSystem");
    java.nio.file.Path theirs = folder.resolve("LocalFileSystem");
    assertThat(Files.getPosixFilePermissions(ours))
        .isEqualTo(Files.getPosixFilePermissions(theirs));
    assertThat(Files.getPosixFilePermissions(ours.resolve("file")))
        .isEqualTo(Files.getPosixFilePermissions(theirs.resolve("file")));
  }

  /** java.nio has no sticky bit; Hadoop's own way has. */
  @Test
  void theStickyBitIsLeftToHadoop() throws IOException {
    Path path = new Path(Files.createDirectory(folder.resolve("shared")).toUri());
    fs.setPermission(path, new FsPermission("1777"));
    assertThat(fs.getFileStatus(path).getPermission().getStickyBit()).isTrue();
  }

  @Test
  void whatIsNotThereIsAnError() {
    assertThatThrownBy(
            () -> fs.setPermission(new Path(folder.resolve("no").toUri()), new FsPermission("644")))
        .isInstanceOfAny(NoSuchFileException.class, FileNotFoundException.class);
  }
}
