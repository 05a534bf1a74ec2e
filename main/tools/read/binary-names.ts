import path from 'node:path';

/** Kinds of file that are never text, by extension; images and notebooks are read in their own way. */
const BINARY_EXTENSIONS = new Set(
  (
    '7z a ai app avi bin bmp bz2 class dat db deb dmg doc docx dll dylib ear eot exe flac flv gz heic ico iso jar key lib lz m4a m4v mkv mov mp3 ' +
    'mp4 mpeg mpg msi numbers o obj odp ods odt ogg otf pages pkg ppt pptx pyc pyd pyo rar rpm so sqlite sqlite3 tar tgz tif tiff ttf wasm war ' +
    'wav webm wma wmv woff woff2 xls xlsx xz zip zst'
  ).split(' '),
);

export function hasBinaryName(file: string): boolean {
  return BINARY_EXTENSIONS.has(path.extname(file).slice(1).toLowerCase());
}
