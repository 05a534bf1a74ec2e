import type { ToolView } from '#shared/session/tool-view.ts';

/** Its summary is one path, which its end tells from others. */
export function isAboutPath({ kind }: Pick<ToolView, 'kind'>): boolean {
  return kind === 'read' || kind === 'edit';
}
