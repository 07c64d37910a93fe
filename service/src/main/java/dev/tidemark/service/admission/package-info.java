/** Who may come in, how large, and how many: what is decided about a request before anybody looks at what it asks for. */
@NullMarked
package dev.tidemark.service.admission;

import org.jspecify.annotations.NullMarked;
