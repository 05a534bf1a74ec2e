/** Images that can be shown and scaled here; an SVG is text. */
export function isImageFile({ type }: File): boolean {
  return type.startsWith('image/') && type !== 'image/svg+xml';
}

/** The files of a paste. Spreadsheets and others put an image next to the text: the text is meant. */
export function pastedFiles(data: DataTransfer): readonly File[] {
  return data.getData('text/plain') === '' ? [...data.files] : [];
}
