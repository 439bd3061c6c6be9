/** The sentences of the dialogue in the terminal. */
export const repl = {
  "view.thought": "thought for {seconds} s · Ctrl+O",
  "view.outputOf": "{shown} of {total} lines · Ctrl+O shows all",
  "view.reminder": "reminder to the model: {cause}",
  "view.nothingFolded": "Nothing here is folded.",
  "view.stops": "Esc stops",
  "view.joining": "  with the next step: {text} · Alt+Up edits it",
  "view.after": "  after this turn: {text} · Alt+Up edits it",
  "own.asYou": "Enter runs it as you, outside the sandbox. The model sees the output.",
  "own.onlyShown": "Enter runs it as you, outside the sandbox. The model does not see it.",
  "own.oneAtATime": "Your last command still runs. Esc stops it.",
  "own.lastLines": "The last {shown} of {total} lines:",
  "own.stopped": "stopped",
  "own.added": "added to your next message",
  "menu.more": "… {count} more",
  "menu.slash": "{count} · ↑↓ choose · Tab complete · Enter run · Esc close",
  "menu.path": "{count} · ↑↓ choose · Tab or Enter insert · Esc close",
  "menu.history": "{count} in this folder · Enter puts it in the line · Ctrl+R older · Esc back",
  "line.pasted": { one: "[pasted {count} line]", other: "[pasted {count} lines]" },
  "menu.pick": "{count} · type to search · ↑↓ choose · Enter choose · Esc cancel",
  "menu.searchMark": "history ›",
  "repl.noEditor": "{command} failed. Set VISUAL or EDITOR to your editor.",
  "view.waiting": "{count} waiting, Alt+Up edits",
  "view.written": "{tokens} tokens written",
  minutesSeconds: "{minutes} min {seconds} s",
  "engine.state.stopped": "not started",
  "engine.state.busy": "busy",
  "engine.down": "{label} is down: nothing answers at {address}",
  "model.limit.window_unknown": "The server does not say how large the window is.",
  "model.limit.elsewhere": "It is not on this machine: your messages and the files it reads are sent there.",
  "model.elsewhere": "The model at {url} is not on this machine. This session is sent there.",
  "model.limit.cpu_engine": "It uses the processor only.",
  "model.limit.window_less":
    "The running server has loaded a smaller window than `model.window`. Its own window is used.",
  "model.limit.slots_shared":
    "This server was started for several conversations that share one cache: each turn of one may remove the other from the cache. Start it with `-np 1`.",
  "model.limit.window_small":
    "The window is smaller than 16k tokens: short tasks only. ⟨For a larger one: --window {more} with Kestrel's own engine or Ollama, otherwise in the settings of the server.|This model has no larger window. For longer tasks, choose another model.⟩",
  "repl.offer": "{model} can take over for one turn: /larger yes or /larger no.",
  "repl.jobsHow": "/jobs lists background jobs; /jobs stop j1 stops one.",
  "repl.noJobs": "Nothing runs in the background.",
  "repl.greeting": "in {folder}, /help for help",
  "repl.joined": "Joined Kestrel (pid {pid}). Model: {label}",
  "repl.stopping": "stopping",
  "repl.leaveHow": "Ctrl+C again or Ctrl+D leaves.",
  "repl.notSent": "Not sent: {text}",
  "repl.modeIs": "Mode: {mode}",
  "repl.modeHow": "Mode: {mode}. /mode and one of:",
  "repl.modeMark": "{mode} ›",
  "repl.editMark": "edit ›",
  "repl.editing": "Enter sends it in place of that message and of everything after it. Esc changes nothing.",
  "repl.editLeft": "The conversation stays as it is. Up brings the text back.",
  "approval.ruleMark": "rule ›",
  "approval.reasonMark": "reason ›",
  "repl.removed": "This session was removed elsewhere. The next message begins a new one.",
  "repl.new": "The next message begins a new session.",
  "repl.newContinues": "The next message begins a new session, with a summary of this one.",
  "repl.resumeHow": "/resume NUMBER or /resume ID continues one.",
  "repl.resumed": { one: "Continuing {id} ({count} turn).", other: "Continuing {id} ({count} turns)." },
  "repl.model": "{label} ({state})",
  "repl.modelAccepted": "This session continues with {label}.",
  "repl.modelBuiltIn": "comes with Kestrel",
  "repl.modelChosen": "In use now: {label}. It is also used after a restart.",
  "repl.modelChanged": "`/model` lists what you can use. ⟨`/model accept` continues with {now}.⟩",
  "repl.modelHow":
    "/model N uses another; so does its name, the path of a GGUF file, or an address: /model http://127.0.0.1:1234 [NAME] [$VARIABLE with its key].",
  "repl.modelKey":
    "{url} needs a key: /model {url} $VARIABLE, with the key in that environment variable of this shell.",
  "repl.modelMark": "model ›",
  "repl.windowGiven":
    "{where} sets its window to {window} tokens: short tasks only. Set a larger value for longer ones.",
  "repl.modelNoKey": "The variable {variable} is not set in the environment of this terminal.",
  "repl.modelNone": "No model answers now. `/model` lists what you can use.",
  "repl.modelRemote": "on another machine",
  "repl.modelSetBy": "{where} sets `{key}`: after a restart that model is used again.",
  "repl.modelUnknown": "There is no model {name}. `/model` lists what you can use.",
  "repl.modelSampling": "Sampling: {drawn}, unless the session sets it.",
  "repl.modelServer": "served by {server}",
  "repl.modelWindow": "window {window} tokens",
  "repl.contextCounts": "{turns}, {calls}, {madeRoom}",
  "count.turns": { one: "{count} turn", other: "{count} turns" },
  "count.calls": { one: "{count} call", other: "{count} calls" },
  "count.madeRoom": { one: "compacted {count} time", other: "compacted {count} times" },
  "repl.joinedDaemon": "joined; continues without this terminal",
  "repl.statusDaemon": "Kestrel {version} at {url} (pid {pid}, {whose})",
  "repl.statusModel": "model {label} ({state})",
  "repl.statusFolder": "folder {folder}, mode {mode}",
  "repl.statusSession": { one: "session {id}, {count} turn", other: "session {id}, {count} turns" },
  "repl.unknown": "There is no {written}. /help lists all commands.",
  "repl.unknownNear": "There is no {written}. Did you mean {suggestion}?",
  "repl.daemonEnded": "Kestrel (pid {pid}) has ended.",
  "repl.rejoined": "Kestrel is back (pid {pid}): the session continues, and nothing you typed is lost.",
  "repl.waitsForDaemon": "Lost Kestrel (pid {pid}). Waiting until it runs again. Ctrl+D leaves.",
  "repl.silentDaemon":
    "Kestrel (pid {pid}) does not answer. Ctrl+C twice leaves; `kestrel restart` starts it again.",
  "repl.startsAgain": "Starting Kestrel again.",
  "repl.startedAgain": "⟨Kestrel (pid {before}) ended unexpectedly. ⟩Kestrel was started again (pid {pid}).",
  "repl.endedAgain":
    "Kestrel (pid {pid}) ended unexpectedly, soon after its start. Your next message starts it again.",
  "repl.stoppedElsewhere": "Kestrel was stopped elsewhere. Your next message starts it again.",
  "repl.otherDaemon": "Another Kestrel is already running (pid {pid}).",
  "repl.goOnHow": "To continue where this stopped: `kestrel -r {id}{flags}`",
  "repl.goesOn": "The turn continues in the daemon.",
  "sampling.none": "Sampling: nothing is set for this session.",
  "sampling.is": "Sampling of this session: {drawn}",
  "sampling.session": "this session",
  "picture.sent": "Attached: {names}.",
  "picture.blind": "This model cannot see pictures. Only the path of {names} is sent.",
  "picture.joins":
    "A picture needs its own message. Only the path of {names} is sent. Send the picture after the turn.",
  "picture.refused": "{names} is not attached: a picture has at most {limit} MiB, a message at most {count}.",
  "alert.asks": "Kestrel needs you",
  "alert.works": "Kestrel is working",
  "alert.rests": "Kestrel is done",
  "sampling.settings": "settings",
  "sampling.server": "the server's own, unless the model's profile suggests another",
  "sampling.unsaid": "the server's default",
  "sampling.how": "/sampling temperature 0.2 top_p 0.9 sets it for this session; /sampling reset clears it.",
  "sampling.unknown": "There is no `{written}`. It is one of {names}, with a value.",
  "system.none": "No system prompt of your own. /system TEXT adds one to the session that you begin next.",
  "system.is": "Your system prompt, ~{count} tokens in each request, after Kestrel's:\n{text}",
  "system.fixed":
    "This session has begun: another system prompt would re-process all of it. /new begins another session; set it there.",
  "system.long": "A system prompt has at most 8,000 characters.",
  "repl.changingTurn": { one: "  turn {turn}: {count} file", other: "  turn {turn}: {count} files" },
  "repl.undoneTurn": {
    one: "  turn {turn}: {count} file, undone",
    other: "  turn {turn}: {count} files, undone",
  },
  "repl.forked": "This is now session {id}. The other one is unchanged.",
  "repl.forkLeft": "The turn continues in session {id}: `/resume {id}` returns to it.",
  "folder.wide": "{folder} contains more than one project. Choose a folder for this session.",
  "folder.mark": "folder ›",
  "folder.all": "all of it",
  "repl.resumeMark": "resume ›",
  "repl.forkAll": "all messages",
  "init.message":
    "Look through this project: its files, how it is built, tested and run, and how its code is written. Then write AGENTS.md in this folder: at most 60 lines, only what you have seen, the commands first. If there is one already, correct it instead.",
  "repl.forkMark": "fork before ›",
  "rewind.mark": "rewind to ›",
  "rewind.both": "Conversation and files",
  "rewind.both.text": "edit it again; sending it undoes its changes to files",
  "rewind.talk": "Conversation",
  "rewind.talk.text": "edit it again; files stay as they are",
  "rewind.files": "Files",
  "rewind.files.text": "undo the changes since; the conversation stays",
  "copy.done": {
    one: "Copied the last answer ({count} line).",
    other: "Copied the last answer ({count} lines).",
  },
  "copy.code": {
    one: "Copied the last code block ({count} line).",
    other: "Copied the last code block ({count} lines).",
  },
  "copy.noCode": "No answer has a code block yet.",
  "copy.nothing": "There is no answer to copy yet.",
  "diff.nothing": "This session changed no files.",
  "export.failed": "Cannot write {file}: {reason}. Give another name: /export FILE",
  "export.secrets": {
    one: "{count} place in it looks like a secret.",
    other: "{count} places in it look like secrets.",
  },
  "rename.how": "/rename TITLE",
  "rename.done": "Renamed to {title}.",
  "reach.on": "on",
  "reach.off": "off",
  "reach.line": "line ~{line}",
  "reach.byHand": "by hand",
  "reach.noSkills": "No skills. Folders with a SKILL.md go into {folder}",
  "reach.how": "/NAME uses a skill now. /skills on NAME and /skills off NAME switch it for new sessions.",
  "reach.howCommand": "kestrel skills show NAME prints one; on NAME and off NAME switch it for new sessions.",
  "reach.noSuch": "There is no skill {name} here.",
  "reach.ownPrompts": "Your own: Markdown files in {folder}",
  "repl.help": `  /new            begin a new session; /clear is the same
  /resume [N]     continue an earlier one
  /fork [N]       continue from a message in a new session
  /mode MODE      plan, ask, edits, auto
  /permissions    rules; revoke, why
  /trust          this folder's instructions, skills and hooks
  /undo [N|to N]  undo changes to files; list, preview
  /redo           redo what was undone
  /commit [N]     draft a commit message (changes since turn N)
  /snapshots [on] let undo cover commands too; off
  /regenerate     answer again
  /edit           edit the last message and send it again
  /rewind         go back: conversation, files or both
  /rename TITLE   name this session
  /copy [code]    copy the last answer, or its last code block
  /diff           show this session's changes to files
  /export [FILE]  save this session as Markdown
  /init           let the model write AGENTS.md for this folder
  /continue       continue a cut answer
  /answer         stop thinking and answer
  /context        show what fills the window; /usage is the same
  /compact [WHAT] compact the session; keep WHAT
  /model [N]      show or choose the model
  /loadout        show this session's loadout, and all
  /sampling       set sampling parameters
  /system [TEXT]  your own system prompt; reset removes it
  /remember TEXT  store a fact; --here: for this folder
  /forget ID      delete a stored fact; WORDS finds its ID
  /memory         show stored facts; WORDS, on, off (private)
  /status         show daemon, session and folder
  /crew           show what other models did
  /larger         yes or no to the offer of a larger model
  /jobs           list background jobs
  /loop [ID]      loops: list, stop, resume, new WISH
  /worktree       worktrees: new, review, merge
  /skills         list skills; on, off
  /prompts        list ways of working: /plan, /review …
  /mcp            list MCP servers and their cost
  /web            web tools; try
  /helpers        list subagents
  /hooks          list hooks
  /help           show this help; ? is the same
  /exit           leave

  Enter sends; while the model works it steers.
  Alt+Up edits a message it has not read yet.
  !cmd runs a command as you; !!cmd only shows it.
  Alt+Enter sends it after the turn. @ and letters: a file.
  Shift+Enter, Ctrl+J or \\ and Enter: a new line.
  Ctrl+R searches earlier lines, Ctrl+G opens your editor,
  Ctrl+O shows what is cut.
  Esc or Ctrl+C stops the turn and keeps what you typed.
  Ctrl+C twice or Ctrl+D leaves.
  Up and Down: earlier lines. Tab completes commands,
  and turns to a question. There y allows once, s this exact
  call for the session, e a rule for the session, which you
  can change, p always in this project; n denies.
  Esc twice on an empty line: /rewind.
  Shift+Tab goes through ask, edits and plan.`,
} as const;
