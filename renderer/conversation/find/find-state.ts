import { create } from 'zustand';

/** Whether the conversation is searched: `asked` counts the requests to do so, 0 when closed. */
export const useFind = create<{ readonly asked: number; readonly returnTo: Element | null }>(() => ({ asked: 0, returnTo: null }));

/** Opens the search, or returns to its field. */
export function openFind(): void {
  useFind.setState(({ asked, returnTo }) => ({ asked: asked + 1, returnTo: asked === 0 ? document.activeElement : returnTo }));
}

/** Returns the focus to where it was. */
export function closeFind(): void {
  const { returnTo } = useFind.getState();
  useFind.setState({ asked: 0, returnTo: null });
  if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus({ preventScroll: true });
}
