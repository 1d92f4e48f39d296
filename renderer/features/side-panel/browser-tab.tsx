import { BrowserPage } from '../../cards/browser-page'
import { useApp } from '../../store/app-context'
import { selectShownPage } from '../../store/selectors'
import { browserWords } from '../../words/call-words'
import styles from './side-panel.module.css'

/** The page that the agent saw last. */
export function BrowserTab() {
  const step = useApp(selectShownPage)
  if (!step)
    return <p className={styles.empty}>No page was opened yet. When the agent uses the browser, the page that it saw last stands here.</p>
  return <BrowserPage step={step} words={browserWords(step)} />
}
