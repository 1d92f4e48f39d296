import { useState } from 'react'
import { type BrowserCheck, type BrowserSettings, viewportPresets } from '../../../shared/browser'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { Select, type SelectOption } from '../../ui/select'
import { Switch } from '../../ui/switch'
import { CommittedField } from './committed-field'
import styles from './settings-view.module.css'

const selectBrowser = (state: AppState) => state.main.browserSettings
type Viewport = BrowserSettings['viewport']
const nameOf = ({ width, height }: Viewport): string => `${width}x${height}`
const labelOf = (name: string, { width, height }: Viewport): string => `${name}, ${width} × ${height}`
const viewports: ReadonlyMap<string, Viewport> = new Map(Object.values(viewportPresets).map((size) => [nameOf(size), size]))

/** Which browser the agent works with, and how large its pages are. */
export function BrowserSection() {
  const browser = useApp(selectBrowser)
  const { updateSettings } = useActions()
  const change = (part: Partial<BrowserSettings>) => void updateSettings({ browserSettings: { ...browser, ...part } })
  return (
    <div className={styles.fields}>
      <Switch
        label="Let the agent use a browser"
        hint="Only models that can be shown pictures are offered it."
        checked={!browser.disableToolUse}
        onChange={(on) => change({ disableToolUse: !on })}
      />
      <Select
        label="Size of its pages"
        value={nameOf(browser.viewport)}
        options={sizesWith(browser.viewport)}
        onChange={(name) => change({ viewport: viewports.get(name) ?? browser.viewport })}
      />
      <CommittedField
        label="Program"
        mono
        value={browser.chromeExecutablePath}
        placeholder="The Chrome, Chromium or Edge that is found"
        hint="The full path of another one. It starts with an empty profile that is removed at its end."
        onCommit={(path) => change({ chromeExecutablePath: path })}
      />
      <CommittedField
        label="Further arguments"
        mono
        value={browser.customArgs}
        hint="Parted by blanks. Those that would open the browser to others are not passed on."
        onCommit={(customArgs) => change({ customArgs })}
      />
      <Switch
        label="Use a browser that already runs"
        hint="It was not started by this app and may be one in which you are signed in. A context of its own keeps its cookies apart; every page is asked about."
        checked={browser.remoteBrowserEnabled}
        onChange={(on) => change({ remoteBrowserEnabled: on })}
      />
      {browser.remoteBrowserEnabled && (
        <CommittedField
          label="Its address"
          mono
          inputMode="url"
          value={browser.remoteBrowserHost}
          check={(text) => (isWebAddress(text) ? undefined : 'Write an address like http://localhost:9222.')}
          onCommit={(host) => change({ remoteBrowserHost: host })}
        />
      )}
      <CheckBrowser key={JSON.stringify(browser)} />
    </div>
  )
}

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

function sizesWith(viewport: Viewport): readonly SelectOption<string>[] {
  const known = Object.entries(viewportPresets).map(([name, size]) => ({ value: nameOf(size), label: labelOf(name, size) }))
  return viewports.has(nameOf(viewport)) ? known : [...known, { value: nameOf(viewport), label: labelOf('Your own', viewport) }]
}

/** What would be used now. What was found is forgotten once a setting is another. */
function CheckBrowser() {
  const { checkBrowser } = useActions()
  const [found, setFound] = useState<BrowserCheck | 'checking'>()
  const check = async () => {
    setFound('checking')
    setFound(await checkBrowser())
  }
  return (
    <div>
      <Button onClick={() => void check()} disabled={found === 'checking'}>
        {found === 'checking' ? 'Looking…' : 'Look which browser is used'}
      </Button>
      <p role="status" className={styles.hint}>
        {typeof found === 'object' ? found.message : ''}
      </p>
    </div>
  )
}
