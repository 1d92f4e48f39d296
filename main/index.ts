import { createApp } from './app'
import { start } from './electron/start'

// Not awaited: Electron becomes ready only after this module has ended.
void start(createApp)
