// The start of the client: words first, so that nothing is ever shown without them.
import { mount } from "svelte";
import { addLog } from "./announce";
import App from "./App.svelte";
import { useRouter } from "./router.svelte";
import { useServiceWorker } from "./offline/worker.svelte";
import { useFocusGuard } from "./shell/focus";
import { useSettings } from "./settings.svelte";
import { firstPaint } from "./staged_mount.svelte";
import { speakAtStart } from "./words.svelte";
import "./theme/tokens.css";
import "./theme/choices.css";
import "./theme/base.css";
import "./theme/contrast.css";
import "./shell.css";

addLog(document.body);
useSettings();
useRouter();
useFocusGuard();
useServiceWorker();
await speakAtStart();
// What the server has written into the page is seen first.
await firstPaint();
mount(App, { target: document.getElementById("app")! });
