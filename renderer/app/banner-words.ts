/** Text of the banners. */
export const bannerWords = {
  lost: 'Connection to Gatehouse lost; trying again. What you see is its last state. If Gatehouse was stopped, start it and open the address it prints.',
  folderGone: 'The project folder isn’t there any more:',
  folderGoneDetail: 'It was renamed, deleted or unmounted. Nothing of the session is lost; it goes on when the folder is back.',
  folderGoneAtWork:
    'It was renamed, deleted or unmounted. The agent is at work, and what needs the folder fails until it is back. Nothing of the session is lost.',
  halted: 'This session can’t be saved, so nothing goes on in it.',
  haltedDetail: 'Free some space, or check the rights of Gatehouse’s folder; then go on from here. What was shown as done is not lost.',
  stopAgent: 'Stop the agent',
  openAnother: 'Open another folder',
} as const;
