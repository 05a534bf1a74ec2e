/** Maximum files listed in one response about restoring; its `total` counts all. */
export const MAX_PREVIEW_FILES = 2000;
