/** Kinds of files a report is exported as. */
export const REPORT_FORMATS = ['markdown', 'csv', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
