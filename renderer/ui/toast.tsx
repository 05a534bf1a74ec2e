import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { words } from './words.ts';
import styles from './toast.module.css';

const manager = Base.createToastManager();

export interface ToastRequest {
  readonly title: string;
  readonly detail?: string | undefined;
  /** One act, such as "Undo". */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  readonly tone?: 'neutral' | 'danger' | undefined;
}

/** Says something in passing, for 7 s; errors stay until closed. */
export function showToast({ title, detail, action, tone = 'neutral' }: ToastRequest): void {
  const id: string = manager.add({
    title,
    description: detail,
    type: tone,
    timeout: tone === 'danger' ? 0 : 7000,
    priority: tone === 'danger' ? 'high' : 'low',
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.run();
        },
      },
    }),
  });
}

/** Mounted once around the app. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider toastManager={manager} limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className={styles.toast} data-tone={toast.type}>
      <div className={styles.text}>
        <Base.Title className={styles.title} />
        <Base.Description className={styles.detail} />
      </div>
      {toast.actionProps && <Base.Action className={styles.action} />}
      <Base.Close render={<IconButton label={words.dismiss} size="small" icon={<X size={14} strokeWidth={1.5} />} />} />
    </Base.Root>
  ));
}
