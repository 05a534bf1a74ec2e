/** Whether what may allow something is confirmed outside the window's page. */
export interface OutsidePage {
  readonly isOn: boolean;
  /** Why it counts as on although no file that could be read says so. */
  readonly unread?: string;
}
