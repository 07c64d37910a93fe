package dev.tidemark.it.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** A key and a certificate for 127.0.0.1 that it signed itself, as PEM files; made with the JDK's keytool. */
record SelfSigned(Path certificate, Path key) {

    private static final String PASSWORD = "changeit";

    static SelfSigned in(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        Path store = folder.resolve("redis.p12");
        keytool(folder, store);
        try (InputStream file = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(file, PASSWORD.toCharArray());
            return new SelfSigned(
                    pem(
                            folder.resolve("certificate.pem"),
                            "CERTIFICATE",
                            keys.getCertificate("redis").getEncoded()),
                    pem(
                            folder.resolve("key.pem"),
                            "PRIVATE KEY",
                            keys.getKey("redis", PASSWORD.toCharArray()).getEncoded()));
        }
    }

    private static void keytool(Path folder, Path store) throws IOException, InterruptedException {
        Path output = folder.resolve("keytool.txt");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "redis",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
            keytool.destroyForcibly();
            throw new IllegalStateException("keytool failed:\n" + Files.readString(output));
        }
    }

    private static Path pem(Path file, String what, byte[] content) throws IOException {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        String text = "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
        return Files.writeString(file, text, StandardCharsets.US_ASCII);
    }
}
