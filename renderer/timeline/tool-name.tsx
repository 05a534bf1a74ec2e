import type { CallRow } from '#shared/session/view.ts';
import styles from './timeline.module.css';

const BETWEEN = ' › ';

export function isOfServer({ toolName }: Pick<CallRow, 'toolName'>): boolean {
  return toolName.startsWith('mcp__');
}

/**
 * What a call's tool is called. Of a server's tool its own name, behind a mark that no built-in tool has, and where there is room before
 * it the server's: as `mcp__server__tool` a narrow column would show neither.
 */
export function ToolName({ row }: { readonly row: CallRow }) {
  const { title } = row.view;
  const at = isOfServer(row) ? title.indexOf(BETWEEN) : -1;
  if (at < 0) return row.toolName;
  return (
    <span className={styles.ofServer}>
      <span className={styles.server}>{title.slice(0, at + 1)}</span>
      <span className={styles.ownName}>{title.slice(at + 1)}</span>
    </span>
  );
}
