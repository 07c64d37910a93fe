import dev.tidemark.spi.BackendException;
import dev.tidemark.spi.Backends;

/** Looks for backends as the service does. */
public final class ListBackends {

    public static void main(String[] args) {
        try {
            System.out.println(Backends.find(ListBackends.class.getClassLoader()).names());
        } catch (BackendException e) {
            System.out.println(e.getMessage());
        }
    }
}
