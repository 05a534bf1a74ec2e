/** Text of the dialog that exports the timeline. */
export const exportWords = {
  exportTheTimeline: 'Export the timeline',
  cancel: 'Cancel',
  exporting: 'Exporting…',
  includeTexts: 'Include commands, paths and inputs',
  textsHint: 'They may contain secrets. Without them, the file has only tools, times, states and decisions.',
  notExported: 'The timeline was not exported',
  exported: 'Timeline exported',
  exportDetail:
    'Saves a Chrome trace, for Perfetto (ui.perfetto.dev) or chrome://tracing. Each agent is a process with its requests to the model, its calls, their waits and steps.',
  export: 'Export',
} as const;
