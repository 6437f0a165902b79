package dev.concord.label;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Who may use the page. The token of the address, 128 random bits, admits a browser, which then has
 * a cookie of its own. The name of the host must be one of this machine's, so that a page from
 * elsewhere cannot reach the server under another name, and a form must come from the page itself.
 */
final class AccessCheck {
  private final SecureRandom random = new SecureRandom();
  private final String token = secret();
  private final Map<String, String> people = new ConcurrentHashMap<>();
  private final Set<String> hosts = new HashSet<>();
  private final String cookie;

  /**
   * @param bound the address that the server is bound to
   */
  AccessCheck(InetAddress bound, int port) {
    this.cookie = "concord-label-" + port;
    Set<String> names = new HashSet<>(Set.of("localhost"));
    names.add(name(bound));
    names.add(name(InetAddress.getLoopbackAddress()));
    if (!bound.isLoopbackAddress()) {
      names.addAll(ofMachine());
    }
    names.forEach(name -> hosts.add(name.toLowerCase(Locale.ROOT) + ":" + port));
  }

  private static Set<String> ofMachine() {
    Set<String> names = new HashSet<>();
    try {
      InetAddress own = InetAddress.getLocalHost();
      names.add(own.getHostName());
      names.add(own.getCanonicalHostName());
    } catch (UnknownHostException e) {
      // A machine without a name is reached by its addresses.
    }
    try {
      NetworkInterface.networkInterfaces()
          .flatMap(one -> one.getInterfaceAddresses().stream())
          .map(InterfaceAddress::getAddress)
          .forEach(address -> names.add(name(address)));
    } catch (SocketException e) {
      // The address that the server is bound to remains.
    }
    return names;
  }

  /** An address as it stands in a URL. */
  static String name(InetAddress address) {
    String text = address.getHostAddress();
    int zone = text.indexOf('%');
    String plain = zone < 0 ? text : text.substring(0, zone);
    return plain.indexOf(':') >= 0 ? "[" + plain + "]" : plain;
  }

  private String secret() {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  String token() {
    return token;
  }

  /** Whether the request names this machine. */
  boolean isOfHost(Headers headers) {
    String host = headers.getFirst("Host");
    return host != null && hosts.contains(host.toLowerCase(Locale.ROOT));
  }

  /** Whether a form was sent by the page itself. */
  boolean isOfPage(Headers headers) {
    String origin = headers.getFirst("Origin");
    String host = headers.getFirst("Host");
    String site = headers.getFirst("Sec-Fetch-Site");
    return origin != null
        && origin.equalsIgnoreCase("http://" + host)
        && (site == null || site.equals("same-origin"));
  }

  /** Admits a browser that has the token, and gives its cookie; null for another token. */
  @Nullable String admit(String given, String who) {
    boolean same =
        MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    if (!same) {
      return null;
    }
    String person = secret();
    people.put(person, who);
    return person;
  }

  /** The line that sets the cookie of a person. */
  String cookieOf(String person) {
    return cookie + "=" + person + "; Path=/; HttpOnly; SameSite=Strict";
  }

  /** The person whose cookie a request has, or null. */
  @Nullable String person(Headers headers) {
    for (String line : headers.getOrDefault("Cookie", java.util.List.of())) {
      for (String part : line.split(";", -1)) {
        String[] pair = part.strip().split("=", 2);
        if (pair.length == 2 && pair[0].equals(cookie) && people.containsKey(pair[1])) {
          return pair[1];
        }
      }
    }
    return null;
  }

  /** The name of a person in the table. */
  String who(String person) {
    return people.getOrDefault(person, "");
  }
}
