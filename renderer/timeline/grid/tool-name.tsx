import type { CallRow } from '#shared/session/view.ts';
import styles from './tool-name.module.css';

const BETWEEN = ' › ';

export function isOfServer({ toolName }: Pick<CallRow, 'toolName'>): boolean {
  return toolName.startsWith('mcp__');
}

/**
 * A call's tool name. An MCP tool shows its own name after an icon, with the server's name before it if there is space: `mcp__server__tool`
 * would be cut in a narrow column.
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
