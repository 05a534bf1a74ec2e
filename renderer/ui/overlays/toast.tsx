import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { VisibleText } from '../display/visible-text.tsx';
import { LOW, useMediaQuery } from '../use-media-query.ts';
import { words } from '../words.ts';
import styles from './toast.module.css';

/** Custom properties, and what their height includes below the toasts. */
const HEIGHTS = [
  ['--toasts', ''],
  ['--toasts-from-edge', ' + var(--status) + var(--nav)'],
] as const;

const manager = Base.createToastManager();

export interface ToastRequest {
  readonly title: string;
  readonly detail?: string | undefined;
  /** One action, such as "Undo". */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  readonly tone?: 'neutral' | 'danger' | undefined;
  /** A toast replaces an earlier one of the same kind. Default without an action: its text. */
  readonly kind?: string | undefined;
}

/** Shows a toast for 7 s; errors stay until closed. */
export function showToast({ title, detail, action, tone = 'neutral', kind }: ToastRequest): void {
  const same = kind ?? (action ? undefined : `${tone} ${title} ${detail ?? ''}`);
  const id: string = manager.add({
    ...(same !== undefined && { id: same }),
    title,
    description: detail,
    type: tone,
    timeout: tone === 'danger' ? 0 : 7000,
    priority: tone === 'danger' ? 'high' : 'low',
    // Set even if undefined, or an update would keep the previous action.
    actionProps: action && {
      children: action.label,
      onClick: () => {
        manager.close(id);
        action.run();
      },
    },
  });
}

/** Takes back what is no longer so. */
export function closeToast(kind: string): void {
  manager.close(kind);
}

/** Mounted once around the app. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider toastManager={manager} limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport ref={usePublishedHeight()} className={styles.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/**
 * Publishes the height that toasts take above the status bar as `--toasts`, and from the window’s edge as `--toasts-from-edge`, so that what has
 * controls ends above them.
 */
function usePublishedHeight(): (viewport: HTMLElement | null) => (() => void) | undefined {
  return useCallback((viewport) => {
    if (!viewport) return undefined;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      const height = viewport.offsetHeight;
      for (const [name, below] of HEIGHTS) {
        if (height === 0) style.removeProperty(name);
        else style.setProperty(name, `calc(${height}px + 2 * var(--s2)${below})`);
      }
    });
    watch.observe(viewport);
    return () => {
      watch.disconnect();
      for (const [name] of HEIGHTS) style.removeProperty(name);
    };
  }, []);
}

function ToastList() {
  const { toasts } = Base.useToastManager();
  // One line there: a tap anywhere on it closes it, and its text scrolls sideways.
  const isLine = useMediaQuery(LOW);
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className={styles.toast}
      data-tone={toast.type}
      onClick={isLine ? () => manager.close(toast.id) : undefined}
    >
      <div className={styles.text} data-base-ui-swipe-ignore={isLine ? '' : undefined}>
        <Title text={typeof toast.title === 'string' ? toast.title : ''} />
        <Base.Description className={styles.detail} />
      </div>
      {toast.actionProps && <Base.Action className={styles.action} />}
      <Base.Close render={<IconButton label={words.dismiss} size="small" icon={<X size={14} strokeWidth={1.5} />} />} />
    </Base.Root>
  ));
}

/** A long one is cut: the pointer shows the whole, and it is read out. */
function Title({ text }: { readonly text: string }) {
  return (
    <Base.Title className={styles.title} title={text}>
      <VisibleText text={text} />
    </Base.Title>
  );
}
