import CSampleHost

extension ShellScript {
  /// What stands before a program, as far as the shell is concerned on one line with it.
  ///
  /// A failure's place is told by a trap, and by one of a signal where the shell is when the time is over.
  /// In the trap of a signal no place is known, so it is noted before each command (`DEBUG`), that of
  /// the trap too where it counts as a step, behind which the one before is wanted. Each subshell has such
  /// a trap of its own, and says from which step of its parent it comes. A command that takes the
  /// shell's place, or that may wait for a file to be opened, so that no trap runs, is told before, the
  /// latter in the first thousand steps; so are a subshell's first ones, for which bash gives up its place
  /// without a word. So are that a script goes on behind a failure, and an `exit`. What is told goes to a descriptor that
  /// no script uses by habit, and what is kept is in an array, which is never exported.
  ///
  /// Where a script has a trap for failures of its own, the end of the script tells of the last command, if
  /// it has no trap for that.
  ///
  /// A script that shows what it does (`set -x`) doesn't show the traps: they take longer then. One that
  /// has such traps of its own, or shows what the shell reads (`set -v`), would notice: then nothing is
  /// noted any more, and where it has one for returns, not what functions do.
  static let preamble = #"""
    exec 197>&3 3>&- \#(CSAMPLEHOST_OUTPUT)>&1;
    declare -A docgen_trap=(
      [shell]=$BASHPID [step]=0 [now]= [from]= [failed]= [untold]= [own]= [quiet]=
    );

    docgen_trap[over]='{
      docgen_trap[place]=${docgen_trap[before]} docgen_trap[mark]=${docgen_trap[step]};
      [[ ${docgen_trap[step]} != "${docgen_trap[mark]}" ]] || docgen_trap[place]=${docgen_trap[now]};
      builtin echo "over ${docgen_trap[from]}/$BASHPID ${docgen_trap[place]//[[:cntrl:]]/ }" >&197;
      exit 1;
    } > /dev/null 2>&1';
    trap "${docgen_trap[over]}" VTALRM;

    docgen_trap[end]='
      docgen_trap[status]=$? docgen_trap[place]=${docgen_trap[before]};
      [[ ${docgen_trap[status]} == 0 ]]
        || builtin echo "left ${docgen_trap[from]}/$BASHPID ${docgen_trap[place]//[[:cntrl:]]/ }" >&197';

    trap '
      {
        docgen_trap[kept]=$_ docgen_trap[shown]=$- docgen_trap[mark]=$((docgen_trap[step] - 1));
        set +x;
      } 2> /dev/null;
      docgen_trap[failed]=$BASH_COMMAND docgen_trap[place]="PLACE";
      docgen_trap[mark]=${docgen_trap[from]}/$BASHPID.${docgen_trap[mark]};
      builtin echo "line ${docgen_trap[mark]} ${docgen_trap[place]//[[:cntrl:]]/ }" >&197;
      { [[ ${docgen_trap[shown]} != *x* ]] || set -x; : "${docgen_trap[kept]}"; } 2> /dev/null
    ' ERR;

    docgen_note() {
      [[ $BASHPID == "${docgen_trap[shell]}" ]] || {
        docgen_trap[from]=${docgen_trap[shell]}.$((docgen_trap[step] - 1));
        docgen_trap[shell]=$BASHPID docgen_trap[failed]= docgen_trap[untold]=................;
        trap "${docgen_trap[over]}" VTALRM;
      };
      [[ -z ${docgen_trap[failed]} || $BASH_COMMAND == "${docgen_trap[failed]}" ]] || {
        docgen_trap[failed]=;
        builtin echo "on $BASHPID" >&197;
      };
      [[ $BASH_COMMAND != *[\<\>]* || ${docgen_trap[step]} -lt 1000
        || -n ${docgen_trap[quiet]} ]] || {
        docgen_trap[quiet]=1;
        builtin echo "at ${docgen_trap[from]}/$BASHPID " >&197;
      };
      [[ -z ${docgen_trap[untold]} && $BASH_COMMAND != exec\ * && ( $BASH_COMMAND != *[\<\>]*
        || $BASH_COMMAND == [\(\[]* || -n ${docgen_trap[quiet]} ) ]] || {
        builtin echo "at ${docgen_trap[from]}/$BASHPID ${docgen_trap[now]//[[:cntrl:]]/ }" >&197;
        [[ ${docgen_trap[untold]} != . ]] || builtin echo "at ${docgen_trap[from]}/$BASHPID " >&197;
        docgen_trap[untold]=${docgen_trap[untold]#.};
      };
      [[ $BASH_COMMAND != exit* || $BASHPID != "$$" ]]
        || builtin echo "left ${docgen_trap[from]}/$BASHPID ${docgen_trap[now]//[[:cntrl:]]/ }" >&197;
      [[ $BASH_COMMAND != trap\ *\$+([[:alnum:]_\{\}])?(\") ]] || set +ET;
      [[ $BASH_COMMAND != trap*ERR* || $BASHPID != "$$" || -n $(trap -p EXIT) ]]
        || trap "${docgen_trap[end]}" EXIT;
      [[ $BASH_COMMAND != trap*ERR* || ${docgen_trap[own]} == *@(E|errtrace)* ]] || set +E;
      [[ $BASH_COMMAND != trap*RETURN* || ${docgen_trap[own]} == *@(T|functrace)* ]] || set +T;
      [[ $BASH_COMMAND != trap*DEBUG* && $BASH_COMMAND != trap*debug* ]] || docgen_leave;
      [[ $BASH_COMMAND != BASH_XTRACEFD=* ]] || docgen_leave;
      [[ $BASH_COMMAND != @(set|shopt)\ * ]] || docgen_set "${BASH_COMMAND:0:80}";
    };

    docgen_set() {
      [[ $1 != *@(-*([[:alpha:]])[ET]|trace)* ]] || docgen_trap[own]=$1;
      [[ $1 != *@(-*([[:alpha:]])x|xtrace)* ]] || trap "${docgen_trap[traced]}" DEBUG;
      [[ $1 != *@(-*([[:alpha:]])v|verbose)* ]] || docgen_leave;
    };

    docgen_leave() {
      set +T;
      builtin echo "at ${docgen_trap[from]}/$BASHPID " >&197;
      trap - VTALRM DEBUG;
    };

    docgen_trap[noted]='
      docgen_trap[before]=${docgen_trap[now]} docgen_trap[now]="PLACE"
        docgen_trap[step]=$((docgen_trap[step] + 1));
      [[ $BASHPID${docgen_trap[failed]}${docgen_trap[untold]} != "${docgen_trap[shell]}"
        || $BASH_COMMAND == @(exec|exit|trap|set|shopt|BASH_X)* || $BASH_COMMAND == *[\<\>]* ]]
        && docgen_note';
    docgen_trap[traced]="
      { docgen_trap[last]=\$_ docgen_trap[flags]=\$-; set +x; } 2> /dev/null;
      ${docgen_trap[noted]};
      { [[ \${docgen_trap[flags]} != *x* ]] || set -x; : \"\${docgen_trap[last]}\"; } 2> /dev/null";

    set -eET;
    trap "docgen_trap[last]=\$_; ${docgen_trap[noted]}; : \"\${docgen_trap[last]}\"" DEBUG
    """#
    .replacing("PLACE", with: "${LINENO:-0}:${BASH_LINENO[@]}:${BASH_SOURCE[@]@Q}:$BASH_COMMAND")
    .split { $0.isWhitespace }.joined(separator: " ")
}
