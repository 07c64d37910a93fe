/**
 * Who may come in: what is checked of a request before any route sees it. A {@link dev.tidemark.service.admission.Rule} is
 * one such check; {@link dev.tidemark.service.admission.FrontDoor} applies them in order.
 */
@NullMarked
package dev.tidemark.service.admission;

import org.jspecify.annotations.NullMarked;
