/** Processing of possibly hostile files, which may take much time or memory, so it runs in its own thread (`media-thread.ts`). */
export type MediaJob =
  | { readonly type: 'fit_image'; readonly bytes: Uint8Array; readonly limits: ImageLimits }
  | { readonly type: 'cut_pdf'; readonly bytes: Uint8Array; readonly range: PageRange | undefined; readonly maxPages: number };

export interface ImageLimits {
  /** Maximum of the longer side in pixels. */
  readonly maxSide: number;
  readonly maxBytes: number;
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

/** `refused`: the document has more pages than `maxPages` and no range was given, or the range lies outside of it. */
export type CutPdf =
  | { readonly outcome: 'cut'; readonly bytes: Uint8Array; readonly range: PageRange; readonly pageCount: number }
  | { readonly outcome: 'refused'; readonly pageCount: number };

export interface MediaResults {
  readonly fit_image: FittedImage;
  readonly cut_pdf: CutPdf;
}

/** The message of a failure is for the model. */
export type MediaAnswer<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly message: string };
