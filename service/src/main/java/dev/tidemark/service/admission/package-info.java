/**
 * Who may come in, how large, and how many: what is decided about a request before anybody looks at what it asks for. A {@link
 * dev.tidemark.service.admission.Rule} is one check of it, which {@link dev.tidemark.service.admission.FrontDoor} applies in
 * order; {@link dev.tidemark.service.admission.Admission} bounds the load.
 */
@NullMarked
package dev.tidemark.service.admission;

import org.jspecify.annotations.NullMarked;
