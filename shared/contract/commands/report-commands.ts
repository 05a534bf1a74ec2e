import { z } from 'zod';
import { activityReportSchema } from '../activity-report.ts';
import { REPORT_FORMATS } from '../report-formats.ts';
import { nothing, savedTextSchema } from './fields.ts';

const period = {
  /** Epoch milliseconds; `null`: from the beginning. */
  since: z.number().nullable(),
  /** Only of this project folder; `null`: of all. */
  project: z.string().min(1).max(4096).nullable(),
};

/** What agents did, from the audit log. */
export const reportCommands = {
  /** A new request of the same window replaces its last one. */
  'report.make': { input: z.strictObject(period), output: activityReportSchema },
  /** Stops making the window's report. */
  'report.stop': { input: z.strictObject({}), output: nothing },
  'report.export': { input: z.strictObject({ ...period, format: z.enum(REPORT_FORMATS) }), output: savedTextSchema },
} as const;
