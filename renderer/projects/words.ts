/** All the question whether to trust a folder says. */
export const words = {
  region: 'Folder trust',
  title: (name: string) => `“${name}” brings settings of its own`,
  titleChanged: (name: string) => `What “${name}” brings along has changed`,
  lead: 'This is what they would do. Nothing of it runs or has an effect before you trust the folder; its deny and ask rules count already.',
  leadChanged:
    'You trusted this folder as it was. What is new or different stands out; nothing below has an effect until you trust it again.',
  trust: 'Trust this folder',
  open: 'Open without trusting',
  openHint: 'Everything works, without what is listed here. “Not trusted” above brings this page back.',
  look: 'Look at the rules',
  note: 'This folder is not trusted yet. What it allows or sets is shown here and marked; it has no effect.',
  back: 'Back to the question',
  states: { same: undefined, new: 'new', gone: 'gone' },
} as const;
