package dev.concord.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.Objects;
import javax.imageio.ImageIO;

/** Pictures inside a page. */
public final class Pictures {
  private Pictures() {}

  /** The picture in a data: URI. */
  public static BufferedImage decode(String uri) throws IOException {
    String prefix = "data:image/png;base64,";
    assertThat(uri).startsWith(prefix);
    byte[] bytes = Base64.getDecoder().decode(uri.substring(prefix.length()));
    return Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(bytes)));
  }
}
