/** Shows a short text of the agent's to a person who isn't looking. */
export interface Notifier {
  /** `config_off`: the user's settings don't allow it. @throws Error for the model when there were too many. */
  notify(text: string, signal: AbortSignal): Promise<NotificationOutcome>;
}

/** What became of a notification: `user_present`, the person has the window in front; `no_transport`, no window can show one. */
export type NotificationOutcome = 'shown' | 'config_off' | 'user_present' | 'no_transport';
