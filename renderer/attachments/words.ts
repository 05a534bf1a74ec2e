/** Text about images attached to a message or an answer. */
export const words = {
  attachments: 'Attachments',
  attachment: (index: number) => `Attachment ${index}`,
  removeImage: (index: number) => `Remove image ${index}`,
  readingFile: 'Reading attachments…',
  notAttached: (name: string) => `“${name}” was not attached`,
  tooManyImages: (most: number) => `A message takes at most ${most} images.`,
  imageTooLarge: 'The image is too large.',
  imageUnreadable: 'The image can’t be read.',
  imageNotResized: 'The image can’t be resized here.',
} as const;
