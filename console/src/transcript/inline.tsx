import { visibleText } from "@kestrel/text";
import type { Token, Tokens } from "marked";
import { useWords } from "../i18n/language.tsx";
import { Chip } from "../ui/chip.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { Formula } from "./formula.tsx";
import { isUnderscoredName, safeAddress } from "./markdown-blocks.ts";

/** Text within a block. Nothing is fetched: images are chips, HTML is text. */
export function Inline({ tokens }: { tokens: readonly Token[] | undefined }) {
  return (tokens ?? []).map((token, index) => <InlineToken key={index} token={token} />);
}

function InlineToken({ token }: { token: Token }) {
  switch (token.type) {
    case "strong":
    case "em":
    case "del": {
      if (isUnderscoredName(token.raw)) return <VisibleText text={token.raw} />;
      const { type: Mark, tokens } = token as Tokens.Strong | Tokens.Em | Tokens.Del;
      return (
        <Mark>
          <Inline tokens={tokens} />
        </Mark>
      );
    }
    case "codespan":
      return (
        <code dir="ltr">
          <VisibleText text={(token as Tokens.Codespan).text} />
        </code>
      );
    case "formula":
      return <Formula raw={token.raw} display={/^(?:\$\$|\\\[)/.test(token.raw) || undefined} />;
    case "br":
      return <br />;
    case "link":
      return <Link link={token as Tokens.Link} />;
    case "image":
      return <Image image={token as Tokens.Image} />;
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? <Inline tokens={tokens} /> : <WithNotes text={text} />;
    }
    case "escape":
      return <VisibleText text={(token as Tokens.Escape).text} />;
    default:
      return <VisibleText text={token.raw} />;
  }
}

/** Text in which `[^1]` is superscript, as a footnote mark. */
export function WithNotes({ text }: { text: string }) {
  if (!text.includes("[^")) return <VisibleText text={text} />;
  return text.split(/\[\^([\w-]{1,40})\](:?)/).map((part, index) => {
    if (index % 3 === 0) return <VisibleText key={index} text={part} />;
    return index % 3 === 1 && part !== "" ? (
      <sup key={index} className="font-medium text-dim">
        {part}
      </sup>
    ) : null;
  });
}

function Link({ link }: { link: Tokens.Link }) {
  const address = safeAddress(link.href);
  const text = <Inline tokens={link.tokens} />;
  if (address === undefined) return text;
  return (
    <a href={address} title={visibleText(address)} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

function Image({ image }: { image: Tokens.Image }) {
  const { t } = useWords();
  return <Chip why={visibleText(image.href)}>{t("chat.image", { alt: image.text || image.href })}</Chip>;
}
