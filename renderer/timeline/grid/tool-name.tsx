import type { CallRow } from '#shared/session/view.ts';
import styles from './tool-name.module.css';

const BETWEEN = ' › ';

function isOfServer({ toolName }: Pick<CallRow, 'toolName'>): boolean {
  return toolName.startsWith('mcp__');
}

/** What a call is named in the conversation too; an agent's is its own name there, and here its task is beside. */
export function callName({ toolName, view }: Pick<CallRow, 'toolName' | 'view'>): string {
  return view.kind === 'agent' || view.title === '' ? toolName : view.title;
}

/** Without the name of its server. */
export function ownName(row: CallRow): string {
  const name = callName(row);
  const at = isOfServer(row) ? name.indexOf(BETWEEN) : -1;
  return at < 0 ? name : name.slice(at + BETWEEN.length);
}

/** The name as shown, which a narrow column cuts, and that of the tool. */
export function wholeName(row: CallRow): string {
  const name = callName(row);
  return name === row.toolName ? name : `${name} (${row.toolName})`;
}

/**
 * A call's name, and for screen readers that of its tool, which rules use. An MCP tool shows its own name after an icon, with the server's name before it if there is space: `mcp__server__tool`
 * would be cut in a narrow column.
 */
export function ToolName({ row }: { readonly row: CallRow }) {
  const { title } = row.view;
  const at = isOfServer(row) ? title.indexOf(BETWEEN) : -1;
  if (at < 0) {
    const name = callName(row);
    return (
      <>
        {name}
        {name !== row.toolName && <span className="visually-hidden"> ({row.toolName})</span>}
      </>
    );
  }
  return (
    <span className={styles.ofServer}>
      <span className={styles.server}>{title.slice(0, at + 1)}</span>
      <span className={styles.ownName}>{title.slice(at + 1)}</span>
    </span>
  );
}
