import { lazy, Suspense } from 'react';
import { useWindow } from '../store/app-store.ts';
import { openDialog } from '../store/window-actions.ts';

const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }));
const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
const AccessDialog = lazy(async () => ({ default: (await import('../settings/access-dialog.tsx')).AccessDialog }));
const FolderBrowser = lazy(async () => ({ default: (await import('../projects/folder-browser.tsx')).FolderBrowser }));
const ChooseFolder = lazy(async () => ({ default: (await import('../projects/choose-folder.tsx')).ChooseFolder }));
const RestoreDialog = lazy(async () => ({ default: (await import('../restore/restore-dialog.tsx')).RestoreDialog }));
const ExportDialog = lazy(async () => ({ default: (await import('../timeline/export-dialog.tsx')).ExportDialog }));

const SessionsDialog = lazy(async () => ({ default: (await import('../sessions/sessions-dialog.tsx')).SessionsDialog }));

const close = () => openDialog(null);

/** The one dialog that is open, fetched when first needed. */
export function Dialogs() {
  const dialog = useWindow((state) => state.dialog);
  return (
    <Suspense>
      {dialog?.type === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog?.type === 'palette' && <CommandPalette onClose={close} />}
      {dialog?.type === 'sessions' && <SessionsDialog onClose={close} />}
      {dialog?.type === 'access' && <AccessDialog focus={dialog.focus} onClose={close} />}
      {dialog?.type === 'browse' && <FolderBrowser why={dialog.why} onClose={close} />}
      {dialog?.type === 'restore' && <RestoreDialog sessionId={dialog.sessionId} messageId={dialog.messageId} onClose={close} />}
      {dialog?.type === 'exportTrace' && <ExportDialog sessionId={dialog.sessionId} onClose={close} />}
      {dialog?.type === 'choose' && <ChooseFolder name={dialog.name} candidates={dialog.candidates} onClose={close} />}
    </Suspense>
  );
}
