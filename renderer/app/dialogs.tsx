import { useWindow } from '../store/app-store.ts';
import { openDialog } from '../store/window-actions.ts';
import { onDemand } from '../ui/on-demand.tsx';

const ShortcutsDialog = onDemand(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);
const CommandPalette = onDemand(async () => (await import('./command-palette.tsx')).CommandPalette);
const AccessDialog = onDemand(async () => (await import('../settings/access-form.tsx')).AccessDialog);
const FolderBrowser = onDemand(async () => (await import('../projects/folder-browser.tsx')).FolderBrowser);
const ChooseFolder = onDemand(async () => (await import('../projects/choose-folder.tsx')).ChooseFolder);
const RevokeTrustDialog = onDemand(async () => (await import('../projects/revoke-trust-dialog.tsx')).RevokeTrustDialog);
const RestoreDialog = onDemand(async () => (await import('../restore/restore-dialog.tsx')).RestoreDialog);
const CommitDialog = onDemand(async () => (await import('../changes/commit/commit-dialog.tsx')).CommitDialog);
const ExportDialog = onDemand(async () => (await import('../timeline/export-dialog.tsx')).ExportDialog);
const ModelPopover = onDemand(async () => (await import('../model/model-popover.tsx')).ModelPopover);
const ReportDialog = onDemand(async () => (await import('../report/report-dialog.tsx')).ReportDialog);
const UsagePopover = onDemand(async () => (await import('../usage/usage-popover.tsx')).UsagePopover);

const SessionsDialog = onDemand(async () => (await import('../sessions/sessions-dialog.tsx')).SessionsDialog);
const DeleteSessionDialog = onDemand(async () => (await import('../sessions/delete-session-dialog.tsx')).DeleteSessionDialog);
const RenameSessionDialog = onDemand(async () => (await import('../sessions/rename-session-dialog.tsx')).RenameSessionDialog);

const close = () => openDialog(null);

/** The open dialog, loaded on first use. */
export function Dialogs() {
  const dialog = useWindow((state) => state.dialog);
  return (
    <>
      {dialog?.type === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog?.type === 'palette' && <CommandPalette onClose={close} />}
      {dialog?.type === 'report' && <ReportDialog onClose={close} />}
      {dialog?.type === 'sessions' && <SessionsDialog onClose={close} />}
      {dialog?.type === 'deleteSession' && <DeleteSessionDialog session={dialog.session} onClose={close} />}
      {dialog?.type === 'renameSession' && <RenameSessionDialog session={dialog.session} onClose={close} />}
      {dialog?.type === 'revokeTrust' && <RevokeTrustDialog onClose={close} />}
      {dialog?.type === 'access' && <AccessDialog focus={dialog.focus} onClose={close} />}
      {dialog?.type === 'browse' && <FolderBrowser why={dialog.why} onClose={close} />}
      {dialog?.type === 'restore' && <RestoreDialog sessionId={dialog.sessionId} messageId={dialog.messageId} onClose={close} />}
      {dialog?.type === 'commit' && <CommitDialog sessionId={dialog.sessionId} since={dialog.since} onClose={close} />}
      {dialog?.type === 'model' && <ModelPopover sessionId={dialog.sessionId} onClose={close} />}
      {dialog?.type === 'usage' && <UsagePopover sessionId={dialog.sessionId} onClose={close} />}
      {dialog?.type === 'exportTrace' && <ExportDialog sessionId={dialog.sessionId} onClose={close} />}
      {dialog?.type === 'choose' && <ChooseFolder name={dialog.name} candidates={dialog.candidates} onClose={close} />}
    </>
  );
}
