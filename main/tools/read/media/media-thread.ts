import { parentPort } from 'node:worker_threads';
import { errorMessage } from '#shared/error-message.ts';
import { ownBuffers } from './own-buffers.ts';
import type { FittedImage, MediaAnswer, MediaJob, PdfPages } from './media-job.ts';

/** Entry of the thread, which does one job. */
parentPort?.once('message', (job: MediaJob) => {
  void answer(job).then((message) => parentPort?.postMessage(message, message.ok ? ownBuffers(bytesOf(message.result)) : []));
});

async function answer(job: MediaJob): Promise<MediaAnswer<FittedImage | PdfPages>> {
  try {
    return { ok: true, result: await work(job) };
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
}

async function work(job: MediaJob): Promise<FittedImage | PdfPages> {
  switch (job.type) {
    case 'fit_image': {
      const { fitImage } = await import('./fit-image.ts');
      return fitImage(job);
    }
    case 'read_pdf': {
      const { readPdfPages } = await import('./read-pdf-pages.ts');
      return readPdfPages(job);
    }
  }
}

function bytesOf(result: FittedImage | PdfPages): readonly Uint8Array[] {
  if (!('outcome' in result)) return [result.bytes];
  switch (result.outcome) {
    case 'document':
      return [result.bytes];
    case 'images':
      return result.images.flatMap(({ bytes }) => (bytes ? [bytes] : []));
    case 'refused':
      return [];
  }
}
