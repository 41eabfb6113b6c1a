// Two programs that show git repositories, as CGI under Apache: every file under every commit, snapshots, diffs.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apacheMissing, startApache } from '../support/apache.mjs';
import { handOver } from '../support/instance.mjs';
import { fillRepositories } from '../support/repositories.mjs';

const kCgit = '/usr/lib/cgit/cgit.cgi';
const kGitweb = '/usr/share/gitweb/gitweb.cgi';

function fill(folder) {
  const truth = fillRepositories(folder);
  handOver(join(folder, 'git'));
  return truth;
}

const kAllowed = (folder) => `<Directory ${folder}>\n  Require all granted\n  Options ExecCGI\n</Directory>`;

const kCgitSettings = (folder) => `css=/cgit-css/cgit.css
logo=/cgit-css/cgit.png
virtual-root=/
enable-index-links=1
enable-log-filecount=1
enable-log-linecount=1
enable-commit-graph=1
snapshots=tar.gz zip
readme=:README.md
cache-size=0
scan-path=${folder}/git
`;

const kCgitSite = (folder) => `SetEnv CGIT_CONFIG ${folder}/cgitrc
Alias /cgit-css /usr/share/cgit
ScriptAlias / ${kCgit}/
${kAllowed('/usr/share/cgit')}
${kAllowed('/usr/lib/cgit')}`;

export const cgit = {
  name: 'cgit',
  source: import.meta.filename,
  port: 47313,
  start: '/',
  missing: () => apacheMissing() ?? (existsSync(kCgit) ? undefined : 'cgit'),
  fill,
  run: (folder, port) => {
    writeFileSync(join(folder, 'cgitrc'), kCgitSettings(folder));
    return startApache(join(folder, 'apache'), port, kCgitSite(folder));
  },
};

const kGitwebSettings = (folder) => `$projectroot = "${folder}/git";
$git_temp = "${folder}/apache";
@stylesheets = ("/static/gitweb.css");
$logo = "/static/git-logo.png";
$favicon = "/static/git-favicon.png";
$javascript = "/static/gitweb.js";
$feature{'snapshot'}{'default'} = ['tgz', 'zip'];
`;

const kGitwebSite = (folder) => `SetEnv GITWEB_CONFIG ${folder}/gitweb.conf
Alias /static /usr/share/gitweb/static
ScriptAliasMatch ^/$ ${kGitweb}
${kAllowed('/usr/share/gitweb')}`;

export const gitweb = {
  name: 'gitweb',
  source: import.meta.filename,
  port: 47314,
  start: '/',
  missing: () => apacheMissing() ?? (existsSync(kGitweb) ? undefined : 'gitweb'),
  fill,
  run: (folder, port) => {
    mkdirSync(join(folder, 'apache'), { recursive: true });
    writeFileSync(join(folder, 'gitweb.conf'), kGitwebSettings(folder));
    return startApache(join(folder, 'apache'), port, kGitwebSite(folder));
  },
};
