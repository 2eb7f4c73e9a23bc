/**
 * The commit that the whole path is compared with. Name a newer one if a change makes the path cheaper, so that the next
 * change cannot lose this again. If a change makes it dearer for a good reason, name the change's own commit.
 */
export const REFERENCE_COMMIT = 'd8252987ab995e6da7e683ca85cc4ff36a7f0a54'
