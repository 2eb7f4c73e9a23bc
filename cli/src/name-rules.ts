/** The rules of names, as the content of regular expressions. The service and its client check them alike. */

/**
 * Control characters (C0, DEL, C1) and those that change the direction of the text around them. A terminal obeys some, and
 * others show a person a different name.
 */
export const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069`

/** One line that is not blank. */
export const NAME_PATTERN = String.raw`^[^${CONTROLS}]*[^\s${CONTROLS}][^${CONTROLS}]*$`
