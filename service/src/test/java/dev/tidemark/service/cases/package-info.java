/**
 * The REST calls from outside, on whatever service RestAssured is set to. A class here runs in the process of the tests by
 * its {@code Test}, which may add what needs a clock that can be moved, and on the packaged service in {@code it}.
 */
@NullMarked
package dev.tidemark.service.cases;

import org.jspecify.annotations.NullMarked;
