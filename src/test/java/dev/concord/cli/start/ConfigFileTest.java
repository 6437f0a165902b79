package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
  @TempDir Path folder;
  private final Configuration hadoop = new Configuration();

  @Test
  void plainPathsAndFileUrisAreRead() throws IOException {
    Path file = Files.writeString(folder.resolve("a.conf"), "clusters.count = 3 # drei, três\n");
    assertThat(ConfigFile.read(file.toString(), hadoop)).contains("três");
    assertThat(ConfigFile.read(file.toUri().toString(), hadoop)).contains("três");
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> ConfigFile.read(folder.resolve("no.conf").toString(), hadoop))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--config: there is no file " + folder.resolve("no.conf"))
        .hasMessageContaining("check the path");
  }

  @Test
  void aTildeIsNotExpanded() {
    assertThatThrownBy(() -> ConfigFile.read("~/my.conf", hadoop))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("--config ~/my.conf: ~ is not expanded to the home folder;");
  }

  @Test
  void aFolderIsRefused() {
    assertThatThrownBy(() -> ConfigFile.read(folder.toString(), hadoop))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is a folder; name the file in it");
  }

  @Test
  void otherEncodingsAreRefused() throws IOException {
    Path file = Files.write(folder.resolve("l.conf"), new byte[] {'a', (byte) 0xE9, '\n'});
    assertThatThrownBy(() -> ConfigFile.read(file.toString(), hadoop))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is not UTF-8 text");
  }

  @Test
  void anUnknownFileSystemIsRefused() {
    assertThatThrownBy(() -> ConfigFile.read("nofs://x/a.conf", hadoop))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("nofs://x/a.conf cannot be read")
        .hasMessageContaining("class path");
  }
}
