import { type MenuItemConstructorOptions, Menu } from 'electron'

/** The application menu. `tell` passes a command of ours to the page, by the name that its palette uses. */
export function setMenu(tell: (command: string) => void, isDevelopment: boolean, platform: NodeJS.Platform = process.platform): void {
  const command = (id: string, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    id,
    label,
    accelerator,
    click: () => tell(id),
  })
  const isMac = platform === 'darwin'
  const settings = command('settings.open', 'Settings…', 'CmdOrCtrl+,')
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [macAppMenu(settings)] : []),
    {
      label: 'File',
      submenu: [
        command('task.new', 'New task', 'CmdOrCtrl+N'),
        command('folder.open', 'Open folder…', 'CmdOrCtrl+O'),
        { type: 'separator' },
        ...(isMac ? [{ role: 'close' as const }] : [settings, { type: 'separator' as const }, { role: 'quit' as const }]),
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        // Mod+K, Mod+B and Mod+J are the page's own keys: shown here, pressed there.
        command('palette.open', 'Command palette'),
        command('sidebar.toggle', 'Sidebar'),
        command('panel.toggle', 'Side panel'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(isDevelopment ? [{ type: 'separator' as const }, { role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
      ],
    },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

function macAppMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  }
}
