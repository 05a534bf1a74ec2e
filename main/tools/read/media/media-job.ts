/** Processing of possibly hostile files, which may take much time or memory, so it runs in its own thread (`media-thread.ts`). */
export type MediaJob =
  | { readonly type: 'fit_image'; readonly bytes: Uint8Array; readonly limits: ImageLimits }
  | { readonly type: 'read_pdf'; readonly bytes: Uint8Array; readonly range: PageRange | undefined; readonly limits: PdfLimits };

export interface ImageLimits {
  /** Maximum of the longer side in pixels. */
  readonly maxSide: number;
  readonly maxBytes: number;
}

export interface PdfLimits {
  /** A longer document is only read in ranges. */
  readonly wholePages: number;
  /** Of a document that is returned as such. */
  readonly documentBytes: number;
  /** Longer side of a page's image in pixels. */
  readonly imageSide: number;
  /** Of all images together. */
  readonly imagesBytes: number;
}

/** 1-based, both ends included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

export interface FittedImage {
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

/**
 * `document`: a PDF of these pages. `images`: one picture or reason for each page. `refused`: the document has more than `wholePages` pages and
 * no range was given, or the range lies outside of it.
 */
export type PdfPages =
  | { readonly outcome: 'document'; readonly bytes: Uint8Array; readonly range: PageRange; readonly pageCount: number }
  | { readonly outcome: 'images'; readonly images: readonly PageImage[]; readonly range: PageRange; readonly pageCount: number }
  | { readonly outcome: 'refused'; readonly pageCount: number };

/** `error`: why there is no picture, for the model. */
export type PageImage =
  | { readonly bytes: Uint8Array; readonly mediaType: 'image/png' | 'image/jpeg' }
  | { readonly bytes?: undefined; readonly error: string };

export interface MediaResults {
  readonly fit_image: FittedImage;
  readonly read_pdf: PdfPages;
}

/** The message of a failure is for the model. */
export type MediaAnswer<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly message: string };
