import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useActions } from '../store/app-context'
import { IconButton } from '../ui/icon-button'

const SAYS_COPIED_MS = 1_500

/** Puts a text on the clipboard and says so. The text is made only when it is asked for. */
export function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const actions = useActions()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SAYS_COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => setCopied(await actions.copy(text()))
  return (
    <IconButton
      size="small"
      label={isCopied ? 'Copied' : label}
      icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void copy()}
    />
  )
}
