import { parentPort } from 'node:worker_threads';
import { errorMessage } from '#shared/error-message.ts';
import type { CutPdf, FittedImage, MediaAnswer, MediaJob } from './media-job.ts';

/** Entry of the thread, which does one job. */
parentPort?.once('message', (job: MediaJob) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none.
  void answer(job).then((message) => parentPort?.postMessage(message));
});

async function answer(job: MediaJob): Promise<MediaAnswer<FittedImage | CutPdf>> {
  try {
    return { ok: true, result: await work(job) };
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
}

async function work(job: MediaJob): Promise<FittedImage | CutPdf> {
  switch (job.type) {
    case 'fit_image': {
      const { fitImage } = await import('./fit-image.ts');
      return fitImage(job);
    }
    case 'cut_pdf': {
      const { cutPdf } = await import('./cut-pdf.ts');
      return cutPdf(job);
    }
  }
}
