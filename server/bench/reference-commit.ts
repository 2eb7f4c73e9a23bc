/**
 * The commit that the whole path is compared with. Name a newer one if a change makes the path cheaper, so that the next
 * change cannot lose this again. If a change makes it dearer for a good reason, name the change's own commit.
 */
export const REFERENCE_COMMIT = 'f3b0ffbf73717b0d37cbefe66f8ac87ff4ba617a'
