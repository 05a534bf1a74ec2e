import { create } from 'zustand';

export const INSPECTOR_SECTIONS = ['agent', 'result', 'why', 'hooks', 'input', 'steps'] as const;
export type InspectorSection = (typeof INSPECTOR_SECTIONS)[number];

/** The inspector section to scroll to; the counter makes repeated requests work. */
export const useWantedSection = create<{ readonly section: InspectorSection; readonly count: number }>(() => ({
  section: 'result',
  count: 0,
}));

export function showInspectorSection(section: InspectorSection): void {
  useWantedSection.setState((before) => ({ section, count: before.count + 1 }));
}
