/** Text of the settings for requests while the window isn't focused. */
export const words = {
  showANotification: 'Show a notification',
  notificationHint: 'It names the tool and the folder, never what is asked.',
  notAllowedByBrowser:
    'The browser doesn’t allow notifications from this page. Allow them in its settings for this address, then try again.',
  playAShortSound: 'Play a short sound',
} as const;
