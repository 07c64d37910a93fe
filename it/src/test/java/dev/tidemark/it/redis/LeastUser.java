package dev.tidemark.it.redis;

/** A user of Redis who may do what the service does, and not much more. The rule stands in the documentation too. */
final class LeastUser {

    static final String NAME = "tidemark";
    static final String PASSWORD = "open-sesame";

    /** SORT is for {@code tidemark.redis.ranking-layout=hash} only, and the last two are for clusters only. */
    private static final String RULE =
            "~* +@read +@write +@connection +eval +evalsha +time -@dangerous +sort +asking +cluster|slots";

    private LeastUser() {}

    static void createOn(RedisServer server) {
        String command = "ACL SETUSER " + NAME + " on >" + PASSWORD + " " + RULE;
        server.text(command.split(" ", -1));
    }

    static String uri(RedisServer server) {
        return server.uri().replace("//", "//" + NAME + ":" + PASSWORD + "@");
    }
}
