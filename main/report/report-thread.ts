import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '#shared/error-message.ts';
import { collectReport, type ReportRequest } from './collect-report.ts';
import type { ReportAnswer } from './reporter.ts';

/** Entry point of the worker thread that reads the logs for one report, so that the engine's thread doesn't. Changes nothing. */
function answer(): ReportAnswer {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- given by `Reporter`, in the same program.
    return { type: 'report', report: collectReport(workerData as ReportRequest) };
  } catch (error) {
    return { type: 'failed', message: errorMessage(error) };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none.
parentPort?.postMessage(answer());
