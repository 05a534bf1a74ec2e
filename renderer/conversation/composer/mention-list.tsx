import { File, Folder, type LucideIcon, Plug } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import look from '../../ui/overlays/offered-list.module.css';
import { words } from '../words.ts';
import type { Mentionable } from './use-mentions.ts';
import styles from './mention-list.module.css';

interface MentionListProps {
  readonly id: string;
  readonly items: readonly Mentionable[];
  readonly chosen: number;
  readonly onPick: (item: Mentionable) => void;
}

/** Files, and resources of MCP servers, to choose from; the message box keeps the focus and handles the keys. */
export function MentionList({ id, items, chosen, onPick }: MentionListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, items]);
  return (
    <ul ref={list} id={id} role="listbox" aria-label={words.mentionable} className={classNames(look.list, styles.list)}>
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the message box has the
        // focus and handles the keys
        <li
          key={`${item.kind} ${item.written}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={classNames(look.option, styles.file)}
          // Before the box would lose the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(item);
          }}
        >
          <Content {...item} />
        </li>
      ))}
    </ul>
  );
}

function Content(item: Mentionable) {
  const { Icon, name, detail } = shownAs(item);
  return (
    <>
      <Icon size={14} strokeWidth={1.5} aria-hidden />
      <span className={styles.name}>
        <VisibleText text={name} />
      </span>
      <span className={styles.folder}>
        <VisibleText text={detail} />
      </span>
    </>
  );
}

function shownAs(item: Mentionable): { readonly Icon: LucideIcon; readonly name: string; readonly detail: string } {
  const { written } = item;
  if (item.kind === 'resource') {
    const uri = written.slice(item.server.length + 1);
    return { Icon: Plug, name: item.name, detail: `${words.resourceOf(item.server)}${uri === item.name ? '' : `: ${uri}`}` };
  }
  const name = nameOf(written);
  return { Icon: written.endsWith('/') ? Folder : File, name, detail: written.slice(0, written.length - name.length) };
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/', file.length - 2) + 1);
}
