/** The element that names the position of the open card, which refers to it. */
export const PLACE_ID = 'permission-queue-place';
