import { create } from 'zustand';

const KEY = 'gatehouse.away';

/** How the window gets attention while it isn't focused. `notify` unset: the host's default. */
export interface AwaySettings {
  readonly notify: boolean | null;
  readonly sound: boolean;
}

export const useAwaySettings = create<AwaySettings>(stored);

export function setAway(change: Partial<AwaySettings>): void {
  useAwaySettings.setState(change);
  const { notify, sound } = useAwaySettings.getState();
  localStorage.setItem(KEY, JSON.stringify({ notify, sound }));
}

function stored(): AwaySettings {
  const text = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY);
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    if (typeof value !== 'object' || value === null) return { notify: null, sound: false };
    return {
      notify: 'notify' in value && typeof value.notify === 'boolean' ? value.notify : null,
      sound: 'sound' in value && value.sound === true,
    };
  } catch {
    return { notify: null, sound: false };
  }
}
