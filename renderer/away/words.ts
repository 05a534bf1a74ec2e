/** Text of the settings for requests while the window isn't focused. */
export const words = {
  showANotification: 'Show a notification',
  notificationHint: 'Shows the tool and the folder.',
  showCommands: 'Show short commands in it, with buttons to answer',
  showCommandsHint: 'Others may read a notification, and the system may keep it. Destructive requests are never shown or allowed there.',
  notAllowedByBrowser: 'The browser blocks notifications from this page. Allow them in its settings for this address, then try again.',
  playAShortSound: 'Play a short sound',
  destructiveRequest: 'Destructive request waiting',
  requestWaiting: 'Request waiting',
  request: (tool: string, folder: string) => `${tool} in ${folder}`,
  agentSays: (folder: string) => `The agent in ${folder}`,
  requestsWait: (count: number) => ` · ${count} requests wait`,
} as const;
