import { KeyRound, Play, Server } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useActions } from '../../store/app-context'
import { Button } from '../../ui/button'
import { choiceOf } from '../settings/provider-choices'
import { KeyStep } from './key-step'
import { LocalServerStep } from './local-server-step'
import { type ServerSearch, useLocalServers } from './use-local-servers'
import styles from './welcome.module.css'

type Step = 'offers' | 'key' | 'server'

/** The first run: whose model is asked. Nothing is sent anywhere before one of these is chosen. */
export function FirstRun() {
  const [step, setStep] = useState<Step>('offers')
  const heading = useRef<HTMLHeadingElement>(null)
  const { search, lookAgain } = useLocalServers()
  useEffect(() => {
    // Each step begins at its heading, so that Tab goes on from there and its name is read out.
    heading.current?.focus()
  }, [step])
  const back = () => setStep('offers')
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {headings[step]}
      </h1>
      {step === 'offers' && <Offers search={search} onChoose={setStep} />}
      {step === 'key' && <KeyStep onBack={back} />}
      {step === 'server' && <LocalServerStep search={search} onLookAgain={lookAgain} onBack={back} />}
    </>
  )
}

const headings = {
  offers: 'Choose what answers you',
  key: 'Use your own key',
  server: 'Use a local server',
} as const

interface OffersProps {
  readonly search: ServerSearch
  readonly onChoose: (step: Step) => void
}

function Offers({ search, onChoose }: OffersProps) {
  const { startDemo, updateSettings } = useActions()
  return (
    <>
      <p className={styles.lead}>
        Countersign works on a project folder with a model of your choice. It asks before it changes a file or runs a command, until you
        tell it otherwise.
      </p>
      <ul className={styles.offers}>
        <Offer
          icon={<KeyRound aria-hidden />}
          title="Your own key"
          about="Anthropic, OpenRouter, or any server that speaks as OpenAI does."
        >
          <Button onClick={() => onChoose('key')}>Use a key</Button>
        </Offer>
        <Offer icon={<Server aria-hidden />} title="A local server" about={serverWords(search)}>
          <Button onClick={() => onChoose('server')}>Use a local server</Button>
        </Offer>
        <Offer
          icon={<Play aria-hidden />}
          title="The demo"
          about="A script, not a model; needs no key. It works on a sample project, so you can see every step."
        >
          <Button onClick={() => void startDemo()}>Start the demo</Button>
        </Offer>
      </ul>
      <Button variant="ghost" className={styles.skip} onClick={() => void updateSettings({ welcomeViewCompleted: true })}>
        Skip for now
      </Button>
    </>
  )
}

function serverWords(search: ServerSearch): string {
  if (search.kind === 'looking') return 'Looking for Ollama or LM Studio on this computer.'
  const names = search.kind === 'found' ? search.servers.map(({ provider }) => choiceOf(provider)?.label ?? provider) : []
  if (names.length === 0) return 'None answers now. Start Ollama or LM Studio, and nothing leaves this computer.'
  return `${names.join(' and ')} ${names.length === 1 ? 'answers' : 'answer'} on this computer. Nothing leaves it.`
}

interface OfferProps {
  readonly icon: ReactNode
  readonly title: string
  readonly about: string
  readonly children: ReactNode
}

function Offer({ icon, title, about, children }: OfferProps) {
  const id = useId()
  return (
    <li className={styles.offer}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.offerWords}>
        <h2 id={id}>{title}</h2>
        <p className={styles.muted}>{about}</p>
      </div>
      {children}
    </li>
  )
}
